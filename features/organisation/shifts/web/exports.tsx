export { type PickedShift, ShiftSelect } from './shift-select.tsx'
