// The views of a report, for the page that shows it.
export { SavedViewsDialog } from './saved-views-dialog.tsx'
