"""The second look at the finished program: what fell short, and which test holds each of it off.

Ids are letters of a kind and a number. Kinds: D data and tables · L languages and translations · X layouts and text ·
S sheets, exports, claims · P preview, command line, documents · V SVG and pictures. ``SECOND`` names the tests of each row as ``file::function`` below ``tests/``.
"""

SECOND: dict[str, tuple[str, ...]] = {
    "D06": (
        "load/test_tables.py::test_the_row_with_most_titles_is_the_one_of_the_titles",
        "load/test_tables.py::test_the_first_fault_of_a_title_names_the_row_of_the_titles",
    ),
    "D07": (
        "load/test_tables.py::test_a_term_in_a_table_may_be_written_as_it_is_printed",
        "load/test_tables.py::test_a_printed_name_of_two_terms_is_refused",
    ),
    "D19": (
        "checks/test_asset.py::test_a_picture_in_place_of_a_layout_covers_the_face_and_its_bleed",
        "checks/test_asset.py::test_a_back_that_is_neither_layout_nor_picture_is_reported_where_it_is_named",
    ),
    "D20": ("load/test_tables.py::test_rows_that_where_leaves_out_are_no_pieces",),
    "X11": (
        "text/test_marks.py::test_a_line_is_below_the_words_where_the_font_wants_it",
        "text/test_marks.py::test_raised_and_lowered_words_are_smaller_and_moved",
        "markup/test_inline.py::test_brackets_with_names_of_marks_mark_all_that_is_inside",
        "translation/test_compare.py::test_marks_of_a_translation_are_those_of_its_source",
    ),
    "X13": (
        "text/test_dividing.py::test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_one",
        "text/test_dividing.py::test_thai_is_divided_between_syllables_without_a_hyphen",
        "text/test_dividing.py::test_a_letter_wider_than_its_line_is_not_told_to_have_soft_hyphens",
    ),
    "V01": ("icons/test_svg_chapters.py::test_a_miter_limit_is_passed_on",),
    "V02": ("icons/test_svg_chapters.py::test_arrow_heads_of_the_shorthand_are_reported",),
    "V03": (
        "icons/test_svg_chapters.py::test_a_use_is_moved",
        "icons/test_svg_chapters.py::test_a_clip_path_is_clipped",
        "icons/test_svg_chapters.py::test_the_rule_comes_from_around_the_clip_path",
        "icons/test_svg_chapters.py::test_a_transform_comes_after_the_box",
        "icons/test_svg_chapters.py::test_hidden_children_do_not_count",
    ),
    "V04": ("icons/test_svg_chapters.py::test_current_colour_is_the_one_of_the_stop",),
    "V05": (
        "icons/test_svg_chapters.py::test_opacity_of_a_symbol_counts",
        "icons/test_svg_chapters.py::test_a_viewport_may_let_its_drawing_overflow",
    ),
    "V06": ("icons/test_svg_chapters.py::test_geometry_in_css_counts",),
    "V07": (
        "icons/test_svg_chapters.py::test_a_width_has_units",
        "icons/test_svg_chapters.py::test_dashes_begin_where_the_file_says",
    ),
    "V08": (
        "icons/test_svg_chapters.py::test_a_link_without_a_namespace_goes_first",
        "icons/test_svg_chapters.py::test_an_element_for_another_language_is_not_drawn_and_reported",
        "icons/test_svg_chapters.py::test_a_negative_radius_counts_as_none",
        "icons/test_svg_chapters.py::test_a_filter_on_an_empty_group_is_reported",
        "icons/test_svg_chapters.py::test_hidden_shapes_count_in_boxes",
    ),
    "V09": ("icons/test_svg_chapters.py::test_namespaces_of_illustrator_are_read",),
    "V14": ("icons/test_svg_chapters.py::test_a_colour_that_is_none_does_not_hide_the_shape",),
    "V10": (
        "icons/test_svg_pictures.py::test_a_shadow_becomes_a_picture_and_the_rest_stays_vectors",
        "icons/test_svg_pictures.py::test_a_filter_that_is_named_after_a_colour_in_a_style_is_found",
    ),
    "V12": (
        "pictures/test_passing_png.py::test_a_map_that_is_too_large_to_be_decoded_as_a_whole_is_printed",
    ),
    "V13": (
        "pictures/test_passing_png.py::test_missing_rows_are_no_black_area",
        "pictures/test_load_picture.py::test_half_a_file_is_a_fault_and_never_half_a_picture",
    ),
    "V11": ("export/test_face_picture.py::test_a_hairline_thinner_than_a_pixel_is_grey_as_in_the_pdf",),
    "P12": (
        "icons/test_pack.py::test_an_icon_of_a_package_comes_with_its_credits_and_the_same_bytes",
        "icons/test_pack.py::test_an_icon_of_the_game_is_not_replaced_unasked",
        "icons/test_pack.py::test_a_font_that_cannot_be_used_was_not_mentioned",
    ),
    "D01": (
        "load/test_table_oddities.py::test_letters_of_a_windows_page_vanished_under_the_name_of_an_iso_one",
    ),
    "D02": (
        "load/test_yaml.py::test_an_escape_vanished_on_paper",
        "load/test_yaml.py::test_an_escape_that_prints_is_no_fault",
    ),
    "D03": ("load/test_yaml.py::test_what_follows_a_comment_sign_was_cut_off",),
    "D04": ("load/test_table_oddities.py::test_what_a_spreadsheet_made_of_a_text_was_printed",),
    "D05": ("load/test_table_oddities.py::test_what_a_spreadsheet_made_of_a_text_was_printed",),
    "D14": ("i18n/test_language.py::test_a_written_decimal_lost_its_zeros",),
    "D15": (
        "load/test_decimals.py::test_a_number_field_refused_decimals_without_a_way_to_have_them",
        "load/test_decimals.py::test_what_is_no_decimal_is_refused_with_its_digits",
        "load/test_decimals.py::test_a_decimal_prints_its_decimals_with_the_sign_of_the_language",
        "load/test_decimals.py::test_a_table_with_decimal_commas_is_read_and_thousands_are_asked_about",
        "load/test_decimals.py::test_a_decimal_is_a_number_in_a_workbook_and_keeps_its_zeros",
    ),
    "D16": ("load/test_pieces.py::test_a_total_may_be_a_fact",),
    "D17": ("load/test_pieces.py::test_a_piece_that_is_not_printed_was_counted_by_layouts",),
    "D18": ("load/test_pieces.py::test_a_piece_did_not_know_its_own_id",),
    "D22": ("cli/test_shown.py::test_a_deck_whose_table_cannot_be_read_was_said_to_name_no_piece",),
    "D23": ("cli/test_shown.py::test_a_list_that_is_compared_with_a_number_is_named_with_its_length",),
    "D24": (
        "layout/test_faults.py::test_a_layout_that_takes_a_part_of_a_missing_value_names_the_line_of_the_piece",
    ),
    "D08": (
        "importers/test_header.py::test_titles_below_titles_of_groups_are_found",
        "importers/test_header.py::test_merged_titles_of_groups_in_a_workbook",
        "importers/test_header.py::test_the_row_of_unusual_titles_can_be_named",
    ),
    "D09": (
        "load/test_spreadsheet_files.py::test_a_cell_of_a_workbook_is_what_its_sheet_shows",
        "load/test_spreadsheet_files.py::test_a_zero_of_a_formula_that_nobody_calculated_is_reported",
        "load/test_spreadsheet_files.py::test_a_cell_of_an_ods_is_what_its_sheet_shows",
    ),
    "D10": (
        "load/test_spreadsheet_files.py::test_a_workbook_with_drop_down_lists_is_read_without_a_foreign_line",
        "load/test_spreadsheet_files.py::test_a_workbook_in_strict_open_xml_had_no_sheet",
    ),
    "D13": (
        "load/test_letters.py::test_letters_with_marks_become_those_that_the_language_writes_without",
        "load/test_letters.py::test_a_row_without_an_id_whose_name_is_an_emoji_is_called_by_its_number",
        "load/test_letters.py::test_a_name_in_another_script_makes_an_id_of_latin_letters",
    ),
    "D21": (
        "diagnostics/test_cures.py::test_a_suggestion_that_is_followed_removes_the_finding_and_causes_none",
        "diagnostics/test_cures.py::test_no_suggestion_where_no_word_is_near",
    ),
    "D11": (
        "load/test_spreadsheet_files.py::test_a_cell_of_a_workbook_is_what_its_sheet_shows",
        "load/test_spreadsheet_files.py::test_a_cell_of_an_ods_is_what_its_sheet_shows",
    ),
    "L01": (
        "i18n/test_typography.py::test_what_is_right_or_cannot_be_told_stays",
        "i18n/test_typography.py::test_a_quoted_text_has_as_many_opening_as_closing_marks_when_tidied",
        "i18n/test_typography.py::test_tidying_anything_changes_sides_of_marks_only_in_pairs",
    ),
    "L02": (
        "translation/test_compare.py::test_what_a_translation_drops_or_adds_is_caught",
        "translation/test_compare.py::test_dice_and_codes_are_named_as_what_they_are",
    ),
    "L03": (
        "translation/test_leftover.py::test_a_word_of_the_source_that_was_left_in_a_translation_is_reported",
    ),
    "L04": (
        "translation/test_leftover.py::test_a_file_that_was_filled_with_its_source_is_one_warning",
        "translation/test_leftover.py::test_texts_that_are_the_same_on_purpose_are_not_counted",
    ),
    "L05": (
        "checks/test_untranslated.py::test_words_that_are_not_translated_are_checked_like_texts",
        "checks/test_untranslated.py::test_a_list_of_sentences_is_not_translated_and_says_so",
    ),
    "L06": ("translation/test_check.py::test_a_cell_that_only_counts_needs_no_translation",),
    "L07": ("cli/test_i18n.py::test_a_table_in_windows_1252_is_read_by_its_encoding",),
    "L08": (
        "cli/test_i18n.py::test_a_po_file_is_read_by_the_encoding_that_its_head_names",
        "cli/test_i18n.py::test_tidy_keeps_the_encoding_of_a_po_file",
    ),
    "L09": (
        "start/test_new_game.py::test_a_new_game_speaks_the_language_that_it_was_asked_for",
        "start/test_new_game.py::test_a_language_without_sample_texts_says_that_they_are_english",
    ),
    "L10": ("rulebook/test_reading.py::test_what_setting_finds_reading_finds_at_the_same_place",),
    "L11": ("rulebook/test_reading.py::test_what_setting_finds_reading_finds_at_the_same_place",),
    "L12": (
        "text/test_dividing.py::test_long_hungarian_digraphs_are_written_in_full_where_they_are_divided",
        "text/test_lines.py::test_a_divided_hungarian_digraph_shows_the_letter_that_it_lacks",
    ),
    "X17": ("text/test_dividing.py::test_no_capital_inside_a_word_is_parted_from_what_it_begins",),
    "P11": (
        "rulebook/test_reading.py::test_a_picture_in_markdown_is_reported_with_the_way_to_write_it",
        "rulebook/test_reading.py::test_what_setting_finds_reading_finds_at_the_same_place",
    ),
    "X09": (
        "fonts/test_kinds.py::test_an_otf_or_web_font_is_refused_no_longer_and_copies_as_typed",
        "fonts/test_kinds.py::test_without_the_extra_a_woff2_font_is_refused_with_how_to_install_it",
    ),
    "X10": (
        "fonts/test_kinds.py::test_small_caps_and_old_style_figures_have_an_attribute",
        "layout/test_fit.py::test_a_feature_that_the_font_lacks_is_reported_for_attributes",
    ),
    "X12": (
        "text/test_setting.py::test_letters_that_the_font_lacks_are_noted_with_the_font_that_lends_them",
        "layout/test_fit.py::test_a_letter_of_another_font_is_a_note_and_no_fault",
    ),
    "X14": (
        "text/test_typography.py::test_no_line_begins_with_the_number_letter_or_icon_that_ends_a_phrase",
        "text/test_dividing.py::test_a_short_word_is_not_parted_from_the_hyphen_before_it",
    ),
    "X15": ("text/test_setting.py::test_a_narrow_icon_leaves_no_gap_before_a_full_stop",),
    "X16": ("rulebook/test_sheet.py::test_accents_of_a_heading_stay_clear_of_the_rule_above_it",),
    "S01": (
        "checks/test_asset.py::test_a_back_that_was_taken_away_from_a_shuffled_deck_is_an_error",
        "checks/test_asset.py::test_a_back_that_shows_which_piece_it_is_was_taken_for_a_common_one",
        "cli/test_mutate.py::test_an_edit_that_nothing_notices_is_an_error_at_its_place",
    ),
    "S02": ("cli/test_mutate.py::test_a_claim_that_compares_a_fact_with_itself_is_reported",),
    "S03": (
        "load/test_game.py::test_a_fact_that_differs_from_what_its_source_states_is_listed",
        "cli/test_mutate.py::test_what_the_rulebook_states_is_noticed_by_claims_totals_and_stated_values",
    ),
    "S06": ("cli/test_export.py::test_a_full_sheet_gets_room_for_marks_and_stops_no_other_set",),
    "S07": (
        "impose/test_tiling.py::test_a_board_as_large_as_its_paper_says_how_it_stays_whole",
        "impose/test_tiling.py::test_a_board_that_is_fitted_to_the_page_stays_whole",
        "build/test_fit_to_page.py::test_a_board_as_large_as_its_paper_was_halved_without_a_way_to_keep_it_whole",
    ),
    "S08": ("cli/test_shown.py::test_notes_are_a_line_each_and_counted",),
    "X01": (
        "layout/test_printed_values.py::test_filters_and_operators_use_the_words_that_are_printed",
        "layout/test_printed_values.py::test_no_python_reaches_paper",
    ),
    "X03": ("layout/test_second.py::test_a_text_that_a_clip_cuts_in_mid_line_is_reported",),
    "X05": ("checks/test_font_needs.py::test_a_bold_or_slanted_style_of_a_family_with_one_font_is_reported",),
    "X07": (
        "layout/test_second.py::test_the_lines_of_a_lattice_are_as_far_apart_as_it_says_and_cover_the_back",
    ),
    "X08": (
        "build/test_themes.py::test_black_words_on_a_dark_ground_in_low_ink_passed_without_a_fault",
        "build/test_themes.py::test_a_theme_that_takes_more_ink_than_the_full_one_is_reported",
        "preflight/test_contrast.py::test_letters_are_compared_with_what_lies_under_them",
    ),
    "X18": (
        "layout/test_second.py::test_a_portrait_face_of_a_landscape_card_is_turned_clockwise_and_fills_it",
    ),
    "P02": ("cli/test_shown.py::test_a_bar_never_hides_the_cursor_that_a_signal_would_leave_hidden",),
    "P06": (
        "cli/test_shown.py::test_concise_findings_keep_the_closing_line",
        "cli/test_shown.py::test_concise_findings_of_a_check_keep_its_tables",
    ),
    "X06": ("preflight/test_faces.py::test_letters_of_another_face_shown_small_are_no_small_type",),
    "S11": (
        "impose/test_build_card.py::test_a_board_was_counted_by_its_tiles",
        "impose/test_build_card.py::test_the_last_page_never_has_a_single_line",
    ),
    "S05": ("cli/test_siblings.py::test_no_box_is_printed_on_the_back_of_another",),
    "S09": (
        "cli/test_shown.py::test_old_pdfs_are_named_when_all_copies_are_0_now",
        "cli/test_shown.py::test_only_without_a_name_is_refused_and_chooses_not_everything",
    ),
    "S10": ("cli/test_shown.py::test_pieces_that_a_back_offset_moves_to_the_edge_have_a_cure_that_names_it",),
    "S18": ("cli/test_siblings.py::test_claims_see_the_size_of_a_piece_in_millimetres",),
    "P01": ("cli/test_siblings.py::test_cures_for_a_missing_library_work_from_an_index_and_from_a_checkout",),
    "P04": ("cli/test_siblings.py::test_pieces_of_a_spreadsheet_name_file_sheet_and_cell_apart",),
    "P08": (
        "cli/test_allow.py::test_an_accepted_warning_is_counted_but_not_shown",
        "cli/test_allow.py::test_an_allowance_that_nothing_needs_is_reported_at_its_place",
        "cli/test_allow.py::test_a_warning_that_was_accepted_came_with_other_commands",
        "cli/test_allow.py::test_a_table_accepts_warnings_in_a_column",
        "cli/test_allow.py::test_an_imported_table_keeps_what_it_accepts",
    ),
    "P09": (
        "cli/test_siblings.py::test_doctor_has_json_and_knows_the_library_for_spreadsheets",
        "cli/test_siblings.py::test_show_draws_several_pieces",
        "cli/test_siblings.py::test_the_language_of_the_game_itself_has_no_po_file_and_the_message_says_so",
        "cli/test_siblings.py::test_preview_refuses_a_language_that_the_game_does_not_have",
    ),
    "X02": ("checks/test_check_game.py::test_a_mistake_in_a_text_is_pointed_at",),
    "X04": ("layout/test_faults.py::test_each_fault_is_reported_with_its_line",),
    "S04": ("rules/test_claims.py::test_sets_were_cut_before_they_differ_and_innocent_pieces_were_named",),
}
