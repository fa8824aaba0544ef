// Components for other nouns: the standing consent of the signed-in person, and the request for the session of another person.
export { RemoteConsent } from './remote-consent.tsx'
export { RemoteRequestForm } from './remote-request-form.tsx'
