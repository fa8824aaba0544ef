// The comments of a report, for the page that shows it.
export { CommentsDrawer } from './comments-drawer.tsx'
