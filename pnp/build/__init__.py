"""One run of a game: open, check, compose, impose, preflight, emit.

Modules are imported when one of their names is used.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.build.books import Book, compose_books, rules_on_paper
    from pnp.build.composing import compose
    from pnp.build.demand import Stock, sheets_apart, stocks
    from pnp.build.document import OTHERS, Part, book_name, named_apart
    from pnp.build.duplicate_faces import SideHashes, duplicate_faults, duplicate_groups, side_hashes
    from pnp.build.edition import ComposedGame, ComposedPiece, ComposedSet, Edition
    from pnp.build.emit import date_of, emit_files, file_colours, too_large, too_much_ink, unprintable_colours
    from pnp.build.face_cache import FaceKeys
    from pnp.build.imposed import ImposedStock, impose_game, impose_stock
    from pnp.build.mutation import Mutation, Tried, mutate
    from pnp.build.output import ascii_name, write_files
    from pnp.build.pipeline import BuildResult, build
    from pnp.build.planning import (
        GamePlan,
        PlannedSheet,
        SheetPlan,
        cuts_of,
        emptiest,
        plan_faults,
        plan_game,
        savings,
        sheets_of,
    )
    from pnp.build.po_files import measured_entries, tidied_files, updated_catalogues
    from pnp.build.press_proof import press_facts, proof_pages
    from pnp.build.reprinting import (
        MANIFEST,
        PRINTED,
        REPRINT_FILE,
        REPRINTED,
        drop_files,
        mark_printed,
        record_in,
        reprint_files,
        seen_files,
    )
    from pnp.build.request import BuildOptions, Extras, Progress, Selection, chosen_by, print_profile, select
    from pnp.build.unchanged import (
        BuildReport,
        Inputs,
        assets_key,
        build_key,
        find_record,
        game_contents,
        keep_record,
        program_key,
    )
    from pnp.build.workshop import (
        Checked,
        CheckedCase,
        Workshop,
        check_stepwise,
        check_workshop,
        checked_case,
        open_workshop,
        reopen_workshop,
        unreported,
    )

__getattr__ = lazy(__name__)
