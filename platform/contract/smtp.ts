// How a mail reaches the server that takes it, as both sides speak of it. The wire itself is platform/server/mail/smtp.ts.

/** `smtp`: in the clear. `starttls`: must turn to TLS before anything is said. `smtps`: TLS from the first byte. */
export const securities = ['smtp', 'starttls', 'smtps'] as const
export type Security = (typeof securities)[number]

export const usualPorts = { smtp: 25, starttls: 587, smtps: 465 } as const satisfies Record<Security, number>

/** The way of a mail, in order. */
export const smtpSteps = ['dns', 'connect', 'tls', 'auth', 'accept'] as const
export type SmtpStep = (typeof smtpSteps)[number]
