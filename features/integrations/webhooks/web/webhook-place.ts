export const webhookPlace = { phrasePrefix: 'integrations.webhooks', path: '/webhooks' } as const
