// Changes of tickets that were handed up, by other nouns.
export { answer as answerHandedTicket, uploadFile as uploadHandedFile } from './service.ts'
