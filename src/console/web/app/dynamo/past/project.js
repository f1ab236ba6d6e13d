// The parts of an item that a projection names: each path keeps the maps and lists that it goes through, and the
// elements of a list move together.

const fresh = () => ({ isWhole: false, steps: new Map() });

function treeOf(paths) {
  const root = fresh();
  for (const path of paths) {
    let node = root;
    for (const step of path) {
      if (!node.steps.has(step)) node.steps.set(step, fresh());
      node = node.steps.get(step);
    }
    node.isWhole = true;
  }
  return root;
}

const partsOfMap = (map, { steps }) => [...steps].filter(([name]) => Object.hasOwn(map, name))
  .map(([name, node]) => [name, partOf(map[name], node)]).filter(([, part]) => part !== undefined);

function partOf(value, node) {
  if (node.isWhole) return value;
  if (value.M) {
    const parts = partsOfMap(value.M, node);
    return parts.length ? { M: Object.fromEntries(parts) } : undefined;
  }
  if (!value.L) return undefined;
  const parts = [...node.steps].filter(([step]) => typeof step === "number" && step < value.L.length)
    .sort(([a], [b]) => a - b).map(([step, one]) => partOf(value.L[step], one)).filter((part) => part !== undefined);
  return parts.length ? { L: parts } : undefined;
}

// A function of an item for a list of paths.
export function projection(paths) {
  const tree = treeOf(paths);
  return (item) => Object.fromEntries(partsOfMap(item, tree));
}
