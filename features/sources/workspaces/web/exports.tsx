export { WorkspaceSelect } from './workspace-select.tsx'
