export { type AddressParts, AddressPostalCode } from './address-postal-code.tsx'
