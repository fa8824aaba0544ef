// Questions of other nouns about notifications.
export { isAddressee, refusersAmong } from './store.ts'
