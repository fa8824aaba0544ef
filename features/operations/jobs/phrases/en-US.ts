import { counted } from '#catalogue/phrases/grammar/en-US.ts'

export default {
  noun: 'Job',
  ...counted('job'),
  audit: {
    retried: '{{actor}} had the job {{target}} tried again',
    discarded: '{{actor}} discarded the job {{target}}',
    record_failed: '{{actor}} could not do the job {{target}} for a record of this unit; it will be tried again',
  },
  synonyms: 'queue, errors, background, failed',
  title: 'Stuck jobs',
  purpose: 'Background work that failed for good, of every business unit. Mend the cause and try again, or discard.',
  empty: 'Nothing is stuck: all background work is done or on its way.',
  platform: 'Platform',
  retry: 'Try again',
  discard: 'Discard',
  discardTitle: 'Discard this job?',
  discardText: 'What it was to do stays undone. The audit trail keeps that you discarded it.',
  job: 'Job',
  unit: 'Business unit',
  error: 'What went wrong',
  attempts: 'Attempts',
  failedAt: 'Failed at',
}
