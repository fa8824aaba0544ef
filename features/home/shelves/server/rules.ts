// Converts flat rows into the tree of the menu.

type MenuRow = {
  group_id: string
  group_name: string
  group_icon: string | null
  subgroup_id: string
  subgroup_name: string
  id: string
  name: string
  cover: string | null
  favourite: boolean
}

/** Rows in menu order as a tree: groups of subgroups of reports. */
export function menuTree(rows: MenuRow[]) {
  return grouped(rows, ({ group_id }) => group_id).map((inGroup) => ({
    id: inGroup[0].group_id,
    name: inGroup[0].group_name,
    icon: inGroup[0].group_icon,
    subgroups: grouped(inGroup, ({ subgroup_id }) => subgroup_id).map((inSubgroup) => ({
      id: inSubgroup[0].subgroup_id,
      name: inSubgroup[0].subgroup_name,
      reports: inSubgroup.map(({ id, name, cover, favourite }) => ({ id, name, cover, favorite: favourite })),
    })),
  }))
}

/** Groups rows by key, in the order of first appearance. */
function grouped<Row>(rows: Row[], key: (row: Row) => string): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return [...groups.values()]
}
