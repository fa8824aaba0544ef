// The visuals that a person pinned: on the home page, and the dialog in which they choose them.
export { PinnedVisuals } from './pinned-visuals.tsx'
export { PinsDialog } from './pins-dialog.tsx'
