export const userTermPlace = {
  phrasePrefix: 'organisation.userTerms',
  path: '/user_terms',
} as const
