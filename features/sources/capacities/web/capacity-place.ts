export const capacityPlace = {
  phrasePrefix: 'sources.capacities',
  path: '/powerbi/resources',
} as const
