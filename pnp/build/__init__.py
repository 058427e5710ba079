"""One run of a game: open, check, compose, impose, preflight, emit.

Modules are imported when one of their names is used.
"""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.build.books import Book, compose_books, rules_on_paper
    from pnp.build.demand import sheets_apart
    from pnp.build.document import OTHERS, Part, book_name, named_apart
    from pnp.build.duplicate_faces import SideHashes, duplicate_faults, duplicate_groups, side_hashes
    from pnp.build.edition import ComposedGame, ComposedPiece, ComposedSet, Edition, compose
    from pnp.build.emit import emit_files, too_large
    from pnp.build.face_cache import FaceKeys
    from pnp.build.findings import unreported
    from pnp.build.imposed import ImposedStock, Stock, impose_game, impose_stock, stocks
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
    from pnp.build.press import date_of, file_colours, too_much_ink, unprintable_colours
    from pnp.build.press_proof import press_facts, proof_pages
    from pnp.build.printed import (
        MANIFEST,
        PRINTED,
        REPRINTED,
        drop_files,
        mark_printed,
        record_in,
        seen_files,
    )
    from pnp.build.reprinting import REPRINT_FILE, reprint_files
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
    )

__getattr__ = lazy(__name__)
