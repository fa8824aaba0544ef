// Parts of screens for other nouns.
export { PriorityLabel, StatusBadge } from './help-desk-badges.tsx'
