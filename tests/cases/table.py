"""The cases: failures that other tools of this kind really had, and which test holds each of them off.

A case has a letter for its kind and a number. Kinds: Y what YAML makes of what is typed · J templates with data ·
C spreadsheets · F fonts and glyphs · T fitting of text and inline marks · I pictures · G drawings (SVG) · S sheets,
paper, counts · B backs · M bleed and marks · H hexagons, tokens, boards · L translations and typography · P paths,
trust, output.

``TESTS`` names the tests of each case as ``file::function`` below ``tests/``; ``told[Y09]`` and ``printed[Y22]`` are rows
of ``test_told.py`` and ``test_printed.py`` here. ``WITHOUT`` says why a case cannot come up.
"""

IDS = """
Y02 Y05 Y08 Y09 Y10 Y11 Y12 Y14 Y15 Y16 Y18 Y19 Y21 Y22 Y24 Y25 Y26 Y27 Y28 Y30 Y31 Y32 Y33 Y35 Y37
J03 J04 J06 J07 J08 J09 J10 J12 J13
C01 C02 C03 C04 C07 C08 C09 C10 C11 C12 C15
F01 F02 F03 F07 F08 F09 F11 F12 F13
T02 T04 T05 T07 T08 T10 T11 T12 T13
I02 I05 I07 I08 I09 I10 I11 I12 I13
G01 G02 G03 G04 G05 G07
S03 S04 S05 S06 S07 S09 S10 S12 S15 S16 S17 S18
B02 B03 B04 B05 B06 B08 B09 B10 B12 B14 B15
M02 M03 M04 M05 M08 M09 M11
H02 H04 H05 H06 H07 H09 H10
L01 L04 L06 L08 L09 L10 L12 L13 L14 L15 L16 L17 L18 L19 L20
P01 P02 P06 P08 P09 P10 P11 P13 P14 P15
""".split()

_SLIP = "load/test_yaml.py::test_a_mistake_is_reported_at_its_place_with_its_cure"
_TYPED = "load/test_yaml.py::test_only_the_words_of_yaml_1_2_are_typed"
_MERGE = "load/test_yaml.py::test_merged_keys_give_way_to_own_ones_and_two_merges_are_fine"
_ENCODING = "load/test_yaml.py::test_other_encodings_are_named_not_guessed_silently"
_PATH = "load/test_files.py::test_a_path_that_could_lead_outside_or_nowhere_is_refused"
_SVG_NAMED = "icons/test_svg_reader.py::test_what_is_not_supported_is_named"

TESTS: dict[str, tuple[str, ...]] = {
    "Y02": (_TYPED, "told[Y02]"),
    "Y05": (_SLIP, "told[Y05]"),
    "Y08": (_SLIP, "load/test_yaml.py::test_a_duplicate_names_both_lines"),
    "Y09": ("told[Y09]", "load/test_pieces.py::test_ids_that_come_out_twice_are_reported"),
    "Y10": (_MERGE,),
    "Y11": (_MERGE,),
    "Y12": ("load/test_yaml.py::test_aliased_values_share_nothing",),
    "Y14": (_SLIP,),
    "Y15": (_SLIP,),
    "Y16": (_SLIP, "told[Y16]"),
    "Y18": (_SLIP, "printed[Y18]"),
    "Y19": (_SLIP, "printed[Y19]"),
    "Y21": ("told[Y21]",),
    "Y22": ("printed[Y22]", "told[Y22]", "load/test_yaml.py::test_signs_and_zeros_are_kept_for_where_text_is_wanted"),
    "Y24": ("printed[Y24]",),
    "Y25": ("told[Y25]",),
    "Y26": (_SLIP,),
    "Y27": (_SLIP,),
    "Y28": (_SLIP, "told[Y28]"),
    "Y30": ("load/test_yaml.py::test_the_code_page_of_the_system_does_not_matter", "cases/test_printed.py::test_the_code_page_of_the_terminal_changes_no_file_and_stops_no_message"),
    "Y31": (_ENCODING,),
    "Y32": (_SLIP,),
    "Y33": (_SLIP, "load/test_yaml.py::test_curly_quotes_around_a_whole_text_are_printed_and_noted"),
    "Y35": (_SLIP,),
    "Y37": ("told[Y37]", "printed[Y37]"),
    "J03": ("printed[J03]", "layout/test_template.py::test_nothing_prints_as_nothing"),
    "J04": ("layout/test_compose.py::test_free_cards_show_their_cost",),
    "J06": ("told[J06]", "layout/test_faults.py::test_no_layout_runs_for_long"),
    "J07": ("printed[J07]", "layout/test_template.py::test_data_never_become_markup"),
    "J08": ("told[J08]",),
    "J09": ("told[J09]", "printed[J09]"),
    "J10": ("cases/test_told.py::test_a_mistake_of_the_layout_is_one_line_for_two_hundred_cards",),
    "J12": ("printed[J12]", "text/test_setting.py::test_capitals_of_a_style_are_measured_as_they_are_printed"),
    "J13": ("printed[J13]", "layout/test_template.py::test_sorting_takes_missing_and_mixed_values"),
    "C01": ("load/test_tables.py::test_a_byte_order_mark_is_no_part_of_the_first_title",),
    "C02": ("load/test_tables.py::test_the_titles_choose_the_separator",),
    "C03": ("load/test_tables.py::test_decimal_commas_do_not_outvote_the_semicolons",),
    "C04": ("load/test_tables.py::test_a_sep_line_is_a_hint_and_lines_are_counted_as_the_editor_does",),
    "C07": ("load/test_tables.py::test_a_column_of_numbers_is_not_taken_for_copies",),
    "C08": ("load/test_tables.py::test_copies_as_spreadsheets_and_people_write_them",),
    "C09": ("load/test_tables.py::test_rows_of_nothing_but_separators_make_no_card",),
    "C10": ("load/test_tables.py::test_titles_are_trimmed_and_empty_columns_dropped", "load/test_tables.py::test_a_title_that_stands_twice_and_a_value_without_a_title_are_faults"),
    "C11": ("load/test_tables.py::test_a_row_with_a_cell_missing_is_a_fault_and_shifts_nothing",),
    "C12": ("load/test_tables.py::test_line_breaks_and_quotes_inside_of_cells",),
    "C15": ("load/test_tables.py::test_a_column_of_counts_by_another_name_is_asked_for",),
    "F01": ("printed[F01]", "told[F01]"),
    "F02": ("printed[F02]", "fonts/test_library.py::test_every_font_has_the_letters_of_all_languages_and_may_be_embedded"),
    "F03": ("text/test_setting.py::test_emphasis_takes_other_fonts_of_the_family", "fonts/test_library.py::test_italic_is_kept_even_when_the_weight_is_further_away"),
    "F07": ("printed[F07]", "text/test_setting.py::test_text_with_loose_marks_looks_as_its_composed_twin"),
    "F08": ("told[F08]", "text/test_setting.py::test_emoji_are_reported_once_each_with_a_hint"),
    "F09": ("text/test_setting.py::test_icons_alone_make_a_line", "text/test_setting.py::test_nothing_to_see_is_no_line"),
    "F11": ("games/test_doom_paper.py::test_every_font_is_embedded_and_no_standard_font_is_named",),
    "F12": ("printed[F12]",),
    "F13": ("told[F13]", "fonts/test_library.py::test_an_unknown_family_names_the_one_that_was_meant"),
    "T02": ("told[T02]", "text/test_setting.py::test_a_title_wider_than_its_banner_shrinks_or_is_reported"),
    "T04": ("rulebook/test_sheet.py::test_a_row_of_a_table_with_3000_words_is_divided", "rulebook/test_sheet.py::test_a_picture_is_as_wide_as_its_column_unless_told_otherwise", "rulebook/test_flow.py::test_something_too_tall_for_any_page_gets_one_of_its_own"),
    "T05": ("printed[T05]",),
    "T07": ("told[T07]",),
    "T08": ("text/test_lines.py::test_a_hyphen_at_a_line_end_is_repeated_in_czech_and_polish", "text/test_lines.py::test_ranges_and_signs_are_never_broken"),
    "T10": ("printed[T10]", "text/test_setting.py::test_space_at_edges_does_not_move_a_line"),
    "T11": ("told[T11]",),
    "T12": ("impose/test_marks.py::test_a_long_footer_never_meets_a_card", "impose/test_marks.py::test_no_room_for_ruler_footer_and_marks_is_warned_of_once"),
    "T13": ("told[T13]",),
    "I02": ("pdf/test_drawing.py::test_a_transparent_picture_shows_the_ground_and_not_black", "pictures/test_load_picture.py::test_rgba", "pictures/test_load_picture.py::test_grey_with_alpha", "pictures/test_load_picture.py::test_a_palette_with_a_transparent_colour"),
    "I05": ("told[I05]", "pictures/test_load_picture.py::test_formats_are_known_by_content", "pictures/test_load_picture.py::test_half_a_file_is_a_fault_and_never_half_a_picture"),
    "I07": ("build/test_large_pictures.py::test_a_large_picture_prints_alike_from_fewer_pixels", "build/test_large_pictures.py::test_a_picture_in_two_sizes_is_stored_once_for_the_larger", "cases/test_exhaustion.py::test_photos_of_a_telephone_are_held_one_at_a_time", "cases/test_exhaustion.py::test_a_deck_of_photos_is_as_large_as_its_photos", "pictures/test_load_picture.py::test_a_bomb_of_pixels_is_refused_before_it_is_decoded"),
    "I08": ("pdf/test_file.py::test_a_picture_is_stored_once", "pdf/test_file.py::test_a_shared_group_is_drawn_once_in_the_file", "pdf/test_file.py::test_equal_faces_that_were_composed_apart_are_drawn_once"),
    "I09": ("told[I09]", "pictures/test_place_picture.py::test_dpi_at_the_drawn_size"),
    "I10": ("pictures/test_place_picture.py::test_contain_shows_all", "pictures/test_place_picture.py::test_cover_fills_and_centres", "pictures/test_place_picture.py::test_stretch_gives_up_the_ratio"),
    "I12": ("load/test_files.py::test_what_systems_leave_behind_is_no_file_of_the_game",),
    "I13": ("pictures/test_load_picture.py::test_the_first_frame_of_a_moving_picture_is_taken",),
    "G01": ("icons/test_svg_reader.py::test_a_gradient_across_the_box_of_its_shape", "icons/test_svg_reader.py::test_a_pattern_is_named_and_its_fallback_used", _SVG_NAMED),
    "G02": ("told[G02]", "icons/test_svg_reader.py::test_errors"),
    "G03": ("icons/test_svg_reader.py::test_sizes", "icons/test_svg_reader.py::test_a_viewbox_with_an_offset_is_moved_to_the_origin"),
    "G04": (_SVG_NAMED,),
    "G05": ("told[G05]", "icons/test_svg_reader.py::test_a_file_of_the_computer_is_not_read", "icons/test_svg_reader.py::test_a_bomb_of_entities_is_not_expanded"),
    "G07": (_SVG_NAMED,),
    "S03": ("impose/test_grid.py::test_whole_bleed_round_each_card_on_letter_loses_a_row", "impose/test_grid.py::test_a_row_too_many_says_the_sum_and_cures_that_work"),
    "S04": ("preflight/test_sheets.py::test_the_rim_that_printers_leave_blank_is_warned_of_with_its_width",),
    "S05": ("pdf/test_file.py::test_the_print_dialog_starts_without_scaling_and_with_the_right_edge", "impose/test_marks.py::test_the_ruler_is_a_hundred_millimetres_and_says_so"),
    "S06": ("cases/test_told.py::test_a_length_is_read_in_one_way_or_refused", "load/test_size.py::test_what_is_no_size_is_refused_with_a_cure"),
    "S07": ("told[S07]", "load/test_size.py::test_what_is_no_size_is_refused_with_a_cure", "cases/test_told.py::test_a_length_is_read_in_one_way_or_refused", "impose/test_grid.py::test_sizes_that_leave_nothing_are_errors"),
    "S09": ("impose/test_impose.py::test_no_page_is_lost_blank_or_printed_twice", "impose/test_impose.py::test_no_cards_make_no_sheets_and_a_note"),
    "S10": ("impose/test_impose.py::test_the_last_sheet_has_the_same_places",),
    "S12": ("told[S12]", "printed[S12]", "cases/test_printed.py::test_as_many_are_printed_as_are_asked_for"),
    "S15": ("impose/test_adjust.py::test_pages_come_in_turn_or_all_fronts_first", "impose/test_impose.py::test_fronts_and_backs_apart_have_the_same_places_and_page_counts"),
    "S16": ("cases/test_exhaustion.py::test_many_cards_take_time_and_memory_in_proportion", "pdf/test_file.py::test_pages_are_written_as_they_are_drawn"),
    "S17": ("told[S17]",),
    "S18": ("told[S18]",),
    "B02": ("impose/test_impose.py::test_four_cards_of_nine_have_the_fourth_back_in_the_right_column_of_row_two",),
    "B03": ("impose/test_impose.py::test_short_edge_reverses_rows_and_turns_backs_round",),
    "B04": ("impose/test_impose.py::test_landscape_turned_over_its_long_edge_reverses_rows_and_turns_backs_round",),
    "B05": ("impose/test_impose.py::test_a_piece_without_a_back_leaves_its_place_empty_and_is_warned_of_once",),
    "B06": ("told[B06]",),
    "B08": ("impose/test_calibration_sheet.py::test_rulers_have_the_length_that_they_are_taken_for_and_all_is_printable", "cli/test_calibrate.py::test_a_printer_is_calibrated_and_printed_with"),
    "B09": ("impose/test_marks.py::test_marks_of_the_back_are_mirrored_with_the_places_and_in_another_colour", "impose/test_adjust.py::test_marks_on_backs_can_be_left_out_or_coloured"),
    "B10": ("impose/test_fold.py::test_backs_stand_the_same_way_up_beside_a_vertical_fold_and_upside_down_below_a_level_one",),
    "B12": ("printed[B12]", "export/test_naming.py::test_accents_and_slashes_make_no_second_file_and_no_folder"),
    "B14": ("impose/test_impose.py::test_each_token_back_lies_behind_its_front_whatever_the_grid",),
    "B15": ("printed[B15]", "impose/test_impose.py::test_fronts_and_backs_apart_have_the_same_places_and_page_counts"),
    "M02": ("impose/test_marks.py::test_each_cut_of_nine_cards_has_a_mark_at_both_ends_outside_the_bleed",),
    "M03": ("told[M03]", "impose/test_marks.py::test_no_marks_draws_none", "pdf/test_file.py::test_boxes_are_exact_in_millimetres"),
    "M04": ("impose/test_marks.py::test_whole_lines_are_dark_on_light_from_edge_to_edge", "impose/test_marks.py::test_marks_are_a_quarter_point_and_on_by_default"),
    "M05": ("layout/test_content.py::test_pictures_reach_the_bleed_or_hold_it", "layout/test_content.py::test_a_picture_that_claims_bleed_and_has_none_is_warned_of"),
    "M08": ("impose/test_impose.py::test_partial_sheet_has_bleed_on_every_edge_without_a_neighbour",),
    "M09": ("impose/test_impose.py::test_background_fills_used_places_only",),
    "M11": ("impose/test_marks.py::test_marks_are_a_quarter_point_and_on_by_default",),
    "H02": ("impose/test_impose.py::test_a_hexagon_shows_the_bleed_asked_for_and_no_more", "pdf/test_drawing.py::test_a_hexagon_bleeds_evenly_around_its_edges"),
    "H04": ("load/test_size.py::test_hexagons_are_measured_from_flat_to_flat",),
    "H05": ("impose/test_grid.py::test_rows_of_hexagons_are_pushed_into_one_another", "impose/test_grid.py::test_bleed_of_neighbouring_hexagons_does_not_meet",),
    "H06": (
        "impose/test_grid.py::test_own_backs_of_staggered_hexagons_lie_behind_them","impose/test_impose.py::test_laws_of_sheets", "preflight/test_sheets.py::test_a_back_off_its_front_is_seen_from_a_hundredth_of_a_millimetre"),
    "H07": ("impose/test_grid.py::test_round_tokens_keep_their_whole_bleed", "impose/test_impose.py::test_a_round_token_shows_round_bleed"),
    "H09": ("impose/test_tiling.py::test_an_a2_board_comes_on_eight_tiles_of_a4", "impose/test_tiling.py::test_tiles_cover_the_board_and_overlap", "impose/test_tiling.py::test_the_line_on_a_tile_is_where_the_edge_of_the_next_one_lies", "impose/test_tiling.py::test_each_page_is_named_after_its_tile", "told[H09]"),
    "H10": ("rules/test_tilemap.py::test_too_few_tiles_are_refused", "rules/test_helper.py::test_a_helper_refuses_what_it_cannot_take"),
    "L01": ("told[L01]", "i18n/test_language.py::test_whole_numbers_reach_these_plural_forms"),
    "L04": ("translation/test_check.py::test_what_is_missing_is_counted_and_named", "translation/test_localise.py::test_a_text_without_a_translation_stays_and_keeps_its_own_plurals"),
    "L06": ("translation/test_check.py::test_an_edited_source_is_reported_with_the_nearest_text",),
    "L09": ("translation/test_check.py::test_files_named_by_countries_or_by_no_language_are_reported", "i18n/test_language.py::test_a_country_is_no_language"),
    "L10": ("told[L10]", "translation/test_compare.py::test_what_a_translation_drops_or_adds_is_caught"),
    "L12": ("text/test_lines.py::test_no_french_mark_stands_alone",),
    "L13": ("text/test_lines.py::test_no_line_ends_with_a_one_letter_word",),
    "L14": ("text/test_lines.py::test_numbers_stay_with_their_words",),
    "L15": ("checks/test_check_game.py::test_quotes_follow_the_language", "i18n/test_typography.py::test_what_is_right_or_cannot_be_told_stays"),
    "L16": ("i18n/test_language.py::test_words_are_sorted_as_a_dictionary_does",),
    "L17": ("printed[L17]", "i18n/test_language.py::test_no_label_is_left_in_english"),
    "L18": ("told[L18]",),
    "L19": ("told[L19]", _ENCODING),
    "L20": ("told[L20]", "printed[L20]", "load/test_yaml.py::test_composed_and_decomposed_keys_are_the_same_key"),
    "P01": ("told[P01]", _PATH, "cases/test_confinement.py::test_a_hostile_game_stays_in_its_folder", "load/test_files.py::test_links_out_of_the_folder_are_refused_and_links_inside_followed", "build/test_output.py::test_names_of_files_are_ascii"),
    "P02": ("told[P02]", _PATH, "cases/test_confinement.py::test_a_hostile_game_stays_in_its_folder", "cases/test_traced.py::test_the_system_sees_no_step_out_of_a_hostile_game"),
    "P06": ("load/test_files.py::test_names_match_composed_or_decomposed", "load/test_files.py::test_two_names_that_look_alike_are_refused"),
    "P08": ("printed[P08]", "cli/test_export.py::test_names_that_fall_together_are_numbered"),
    "P09": ("load/test_files.py::test_plain_paths_are_read_wherever_the_run_was_started",),
    "P10": ("cases/test_nothing_lost.py::test_a_folder_without_rights_keeps_what_it_has", "cases/test_other_writers.py::test_what_was_there_stays_when_there_is_no_room_or_no_right_to_write"),
    "P11": ("cli/test_commands.py::test_a_folder_that_cannot_be_written_is_reported_in_one_line", "build/test_output.py::test_a_folder_in_place_of_the_output_is_a_fault_and_not_a_traceback", "build/test_output.py::test_files_and_their_folders_appear_with_ordinary_rights"),
    "P13": ("told[P13]", "cli/test_commands.py::test_a_fault_leaves_the_last_good_files_and_names_line_and_cure"),
    "P14": ("told[P14]",),
    "P15": ("told[P15]", "load/test_yaml.py::test_deep_nesting_is_reported_not_followed", "load/test_files.py::test_large_files_are_refused"),
}  # fmt: skip

WITHOUT: dict[str, str] = {
    "I11": "no bleed is made of a picture's edge, so there is no mirrored rim: art reaches the bleed or is warned of (S202)",
    "L08": "a translation is a PO file, which holds texts alone: it cannot set copies, sizes or flags",
}
