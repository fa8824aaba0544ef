// What the noun notifications uses to push.
export { createPushService, type PushService, type PushText } from './push-service.ts'
export { noteUse, removeDevice, type Subscription } from './store.ts'
export { quietUntil } from './rules.ts'
