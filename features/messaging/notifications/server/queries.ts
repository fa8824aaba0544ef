// Questions of other nouns about notifications.
export { refusersAmong } from './store.ts'
