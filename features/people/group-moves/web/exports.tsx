export { MoveGroupItem } from './group-move-item.tsx'
