// For other features: the partner of a record, its hidden screens, and its domains.
export { HiddenScreens } from './hidden-screens.tsx'
export { PartnerField, PartnerFilter, useSeesPartners } from './partner-choice.tsx'
export { MainDomain, ToDomains } from './tenant-domains.tsx'
export { EnterButton } from './tenant-entry.tsx'
