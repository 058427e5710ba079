// Where every piece of a set lies in its grid, so that only those that are seen have to be in the page.

// Rows of boxes from left to right, broken where the width ends; boxes hang from the top of their row.
export function layOut(boxes, width, gapX, gapY) {
  const places = [];
  const rows = [];
  let [x, y, height, first] = [0, 0, 0, 0];
  const end = (next) => {
    if (next > first) rows.push({ first, next, y, height });
    first = next;
  };
  boxes.forEach((box, index) => {
    if (x > 0 && x + box.width > width + 0.5) {
      end(index);
      [x, y, height] = [0, y + height + gapY, 0];
    }
    places.push({ x, y, width: box.width, height: box.height });
    x += box.width + gapX;
    height = Math.max(height, box.height);
  });
  end(boxes.length);
  return { places, rows, height: boxes.length ? y + height : 0 };
}

// Indexes of the first row that ends below `top`, and of the first that begins below `bottom`.
export function rowsBetween(rows, top, bottom) {
  const search = (holds) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(rows[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return [search((row) => row.y + row.height > top), search((row) => row.y > bottom)];
}

// The box above or below one: in the next row, the one whose middle is nearest.
export function neighbour({ places, rows }, index, down) {
  const row = rows.findIndex((each) => index < each.next);
  const next = rows[row + (down ? 1 : -1)];
  if (!next) return -1;
  const middle = places[index].x + places[index].width / 2;
  let best = next.first;
  const distance = (at) => Math.abs(places[at].x + places[at].width / 2 - middle);
  for (let at = next.first; at < next.next; at++) if (distance(at) < distance(best)) best = at;
  return best;
}
