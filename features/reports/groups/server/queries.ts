// The decisions that report groups and subgroups share.
export { folderCan, isRemovable, moved } from './rules.ts'
