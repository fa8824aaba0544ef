// For other features: the standing consent of the signed-in person, and the request for the session of another.
export { RemoteConsent } from './remote-consent.tsx'
export { RemoteRequestForm } from './remote-request-form.tsx'
