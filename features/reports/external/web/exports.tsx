export { ExternalShelf } from './external-shelf.tsx'
