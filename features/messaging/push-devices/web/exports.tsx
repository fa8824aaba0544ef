// The section of the profile, the offer above the notifications, and the renewal at each visit.
export { PushSection } from './push-section.tsx'
export { PushOffer } from './push-offer.tsx'
export { renewSubscription } from './push-subscription.ts'
