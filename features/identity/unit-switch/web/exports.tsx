// Components for other nouns: the arrival of a person at another business unit.
export { SwitchModal } from './switch-modal.tsx'
export { remoteEnded, storedUserOf, useSwitch } from './switch-places.ts'
