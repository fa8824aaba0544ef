import { counted } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  noun: 'E-mail',
  ...counted('e-mail', 'm'),
  audit: {
    test_written: '{{actor}} enviou um e-mail de teste para si',
    retried: '{{actor}} mandou enviar de novo o e-mail {{target}}',
  },
  synonyms: 'e-mails enviados, correio, entrega, falhas de e-mail',
  title: 'Caixa de saída',
  purpose: 'O que o portal escreveu para as pessoas e o que aconteceu com cada mensagem.',
  test: 'Enviar um teste para mim',
  testSent: 'O e-mail de teste está a caminho.',
  testWaits: 'O e-mail de teste está na lista: nenhum servidor de e-mail foi configurado.',
  empty: 'Os e-mails que o portal enviar aparecem aqui.',
  sendAgain: 'Enviar de novo',
  unit: 'Unidade de negócio',
  attachments: 'Anexos',
  attempts: 'Tentativas',
  error: 'O que deu errado',
  words: 'Mensagem',
  noWords: 'O texto não é guardado depois do envio nem mostrado fora do mundo de demonstração.',
  asText: 'Somente texto',
  sentAt: 'Enviado em',
  facts: 'Envio',
  factsText: 'A quem se destina e em que pé está.',
  inDoubt:
    'O servidor de e-mail recebeu a mensagem, mas a conexão caiu antes da confirmação. A mensagem pode ter chegado e não é enviada de novo automaticamente. Se você a enviar de novo, ela pode chegar repetida.',
  waits: {
    unit: 'Esta unidade não tem servidor de e-mail. O que está “Na fila” espera e sai sozinho quando um servidor estiver configurado e o remetente, confirmado.',
    staff:
      'Esta instalação não tem servidor de e-mail. O que está “Na fila” espera, exceto onde a unidade tem servidor próprio, e sai sozinho quando quem opera a instalação indicar um servidor (SMTP_URL e MAIL_FROM).',
    settings: 'Configurar o servidor de e-mail',
    ask: 'Peça a configuração a quem administra a unidade.',
  },
  field: {
    subject: 'Assunto',
    to_address: 'Para',
    state: 'Situação',
    created_at: 'Escrito em',
  },
  state: {
    waiting: 'Na fila',
    sending: 'Enviando',
    sent: 'Enviado',
    in_doubt: 'Entrega incerta',
    failed: 'Falhou',
  },
}
