export const templatePlace = {
  phrasePrefix: 'messaging.templates',
  path: '/notifications/templates',
} as const
