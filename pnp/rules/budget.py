"""How much work one evaluation may do."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.rules.fault import UnplacedFault
from pnp.rules.limits import STEPS


@dataclass(slots=True)
class Budget:
    """Steps that are left. Each node, each turn of a loop and each member that a helper looks at costs one.

    Steps are counted instead of seconds, so that an expression fails on every machine or on none.
    """

    steps: int = STEPS

    def spend(self, steps: int = 1) -> None:
        """Takes steps away.

        Raises:
            UnplacedFault: None are left (X130).
        """
        self.steps -= steps
        if self.steps < 0:
            raise UnplacedFault(
                "X130", "the expression takes too many steps", "go through fewer combinations"
            )

    def spend_on_text(self, characters: int) -> None:
        """Takes a step away for every 16 characters that are copied, compared or looked through.

        Raises:
            UnplacedFault: None are left (X130).
        """
        self.spend(characters // _CHARACTERS_PER_STEP)


_CHARACTERS_PER_STEP = 16
