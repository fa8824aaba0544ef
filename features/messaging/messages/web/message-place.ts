export const messagePlace = {
  phrasePrefix: 'messaging.messages',
  path: '/notifications/messages',
} as const
