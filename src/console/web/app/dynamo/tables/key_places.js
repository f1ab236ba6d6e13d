// The keys of which an attribute is a part: that of the table, and those of indexes.

// [{view, part: "partition key" | "sort key"}] of the views of key_schema.js.
export function keyPlaces(views, attribute) {
  return views.flatMap((view) =>
    view.partition.includes(attribute) ? [{ view, part: "partition key" }]
      : view.sort.includes(attribute) ? [{ view, part: "sort key" }] : []);
}

// "partition key of gsi_orders", "sort key of the table and of by_day".
export function placesText(places) {
  const of = (view) => (view.name ? `the index ${view.name}` : "the table");
  return [...new Set(places.map((place) => place.part))].map((part) =>
    `${part} of ${places.filter((place) => place.part === part).map((place) => of(place.view)).join(" and of ")}`)
      .join(", ");
}
