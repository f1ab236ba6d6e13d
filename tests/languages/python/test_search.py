"""Searches of a vector index, with the package of notes.yaml."""

from __future__ import annotations

import unittest
import uuid

from fixtures import awaited_client, client
from notes import AsyncNotes, Found, ModelError, NoteInput, Notes, SessionOptions

PRICES = NoteInput(tenant="a", id="1", kind="mail", text="prices", embedding=[1, 0, 0])
OFFER = NoteInput(tenant="a", id="2", kind="mail", text="offer", embedding=(0.9, 0.1, 0.0))
WEATHER = NoteInput(tenant="a", id="3", kind="talk", text="weather", embedding=[0, 0, 1])


class Searches(unittest.TestCase):
    """The best items come first."""

    def setUp(self) -> None:
        self.options = SessionOptions(table_prefix=f"{uuid.uuid4()}.")
        self.notes = Notes(client(), self.options)
        self.notes.create_tables()
        self.notes.note.put_many([WEATHER, OFFER, PRICES])

    def test_search(self) -> None:
        found = self.notes.like_this([1, 0, 0], tenant="a", take=2)
        self.assertEqual([one.item.text for one in found], ["prices", "offer"])
        self.assertLess(found[0].score, found[1].score)  # a distance
        self.assertEqual(found[0].item.embedding, [1.0, 0.0, 0.0])
        rows = self.notes.like_this_of_a_kind([1, 0, 0], tenant="a", kind="talk")
        self.assertEqual([(one.item.id, one.item.text) for one in rows], [("3", "weather")])
        self.assertEqual(self.notes.like_this([1, 0, 0], tenant="b"), [])

    def test_wrong_searches(self) -> None:
        with self.assertRaisesRegex(ModelError, "from 1 to 100"):
            self.notes.like_this([1, 0, 0], tenant="a", take=0)


class SearchesOfCoroutines(unittest.IsolatedAsyncioTestCase):
    """The same for programs of asyncio."""

    async def test_search(self) -> None:
        async with awaited_client() as made:
            notes = AsyncNotes(made, SessionOptions(table_prefix=f"{uuid.uuid4()}."))
            await notes.create_tables()
            await notes.note.put_many([WEATHER, PRICES])
            found = await notes.like_this([0, 0, 1], tenant="a", take=1)
            self.assertEqual([type(one) for one in found], [Found])
            self.assertEqual(found[0].item.text, "weather")
