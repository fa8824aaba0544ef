// The icons as paths, for the page and for the drawing of an export.

/** Icon outlines on a 20 × 20 grid, drawn in the current colour. */
export const ICONS = {
  focus: 'M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6',
  unfocus: 'M17 8h-5V3M3 12h5v5M12 8l5-5M8 12l-5 5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  close: 'M5 5l10 10M15 5L5 15',
  chevron: 'M6 8l4 4 4-4',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17',
  lock: 'M6 9V7a4 4 0 0 1 8 0v2M5 9h10v8H5z',
  erase: 'M4 13l7-8 5 5-6 7H7z M9 17h8',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.5h.01',
  check: 'M4 10.5l4 4 8-9',
  empty: 'M3 16V9M8 16V5M13 16v-5M18 16H2',
} as const

export type IconName = keyof typeof ICONS
