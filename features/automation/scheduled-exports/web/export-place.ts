export const exportPlace = { phrasePrefix: 'automation.scheduledExports', path: '/scheduled_exports' } as const
