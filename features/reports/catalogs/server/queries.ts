// What other places may know of access requests.
export { requestCause } from './request-causes.ts'
