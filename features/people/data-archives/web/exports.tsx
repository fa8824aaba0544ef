// The section of the profile with copies of data.
export { DataArchives } from './data-archives.tsx'
