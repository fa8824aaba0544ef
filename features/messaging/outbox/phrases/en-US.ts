import { counted } from '#catalogue/phrases/grammar/en-US.ts'

export default {
  noun: 'Mail',
  ...counted('e-mail'),
  audit: {
    test_written: '{{actor}} sent themselves a test e-mail',
    retried: '{{actor}} had the e-mail {{target}} sent again',
  },
  synonyms: 'sent mail, e-mails, delivery, mail failures',
  title: 'Outbox',
  purpose: 'What the portal has written to people, and what became of each message.',
  test: 'Send me a test',
  testSent: 'The test e-mail is on its way.',
  testWaits: 'The test e-mail is in the list: no mail server has been set up.',
  empty: 'E-mails that the portal sends appear here.',
  sendAgain: 'Send again',
  unit: 'Business unit',
  attachments: 'Attachments',
  attempts: 'Attempts',
  error: 'What went wrong',
  words: 'Message',
  noWords: 'The text is not kept after sending, and not shown outside the demo world.',
  asText: 'Text only',
  sentAt: 'Sent at',
  facts: 'Delivery',
  factsText: 'Who it is for and where it stands.',
  inDoubt:
    'The mail server took the message, but the connection ended before it confirmed. The message may have arrived and is not sent again automatically. If you send it again, it may arrive more than once.',
  waits: {
    unit: 'This business unit has no mail server. What is “Queued” waits, and goes out by itself once a server is set up and its sender is confirmed.',
    staff:
      'This installation has no mail server. What is “Queued” waits, except where a business unit has its own server, and goes out by itself once whoever runs the installation sets one (SMTP_URL and MAIL_FROM).',
    settings: 'Set up the mail server',
    ask: 'Ask an administrator of the business unit to set one up.',
  },
  field: {
    subject: 'Subject',
    to_address: 'To',
    state: 'State',
    created_at: 'Written at',
  },
  state: {
    waiting: 'Queued',
    sending: 'Sending',
    sent: 'Sent',
    in_doubt: 'Delivery uncertain',
    failed: 'Failed',
  },
}
