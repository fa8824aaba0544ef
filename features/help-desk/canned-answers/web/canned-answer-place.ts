export const cannedAnswerPlace = { phrasePrefix: 'helpDesk.cannedAnswers', path: '/help_desk/canned_answers' } as const
