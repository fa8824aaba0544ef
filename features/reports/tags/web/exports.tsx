export { TagChip, TagChips } from './tag-chip.tsx'
export { TagFilter, TagPicker } from './tag-picker.tsx'
