// SMTP terms that server and browser share. The protocol itself is in platform/server/mail/smtp.ts.

/** `smtp`: no encryption. `starttls`: must switch to TLS before anything else is sent. `smtps`: TLS from the first byte. */
export const securities = ['smtp', 'starttls', 'smtps'] as const
export type Security = (typeof securities)[number]

export const usualPorts = { smtp: 25, starttls: 587, smtps: 465 } as const satisfies Record<Security, number>

/** The steps of a delivery, in order. */
export const smtpSteps = ['dns', 'connect', 'tls', 'auth', 'accept'] as const
export type SmtpStep = (typeof smtpSteps)[number]
