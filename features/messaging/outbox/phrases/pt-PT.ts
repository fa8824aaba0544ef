import { counted } from '#catalogue/phrases/grammar/pt-PT.ts'

export default {
  noun: 'Mensagem',
  ...counted('mensagem', 'f'),
  audit: {
    test_written: '{{actor}} enviou a si próprio uma mensagem de teste',
    retried: '{{actor}} mandou enviar outra vez a mensagem {{target}}',
  },
  synonyms: 'e-mails enviados, correio, entrega, falhas de e-mail',
  title: 'Caixa de saída',
  purpose: 'O que o portal escreveu às pessoas e o que foi feito de cada mensagem.',
  test: 'Enviar-me um teste',
  testSent: 'A mensagem de teste vai a caminho.',
  testWaits: 'A mensagem de teste está na lista: não há nenhum servidor de correio configurado.',
  empty: 'As mensagens que o portal enviar aparecem aqui.',
  sendAgain: 'Enviar outra vez',
  unit: 'Unidade de negócio',
  attachments: 'Anexos',
  attempts: 'Tentativas',
  error: 'O que correu mal',
  words: 'Mensagem',
  noWords: 'O texto não é guardado depois do envio nem mostrado fora do mundo de demonstração.',
  asText: 'Só texto',
  sentAt: 'Enviada em',
  facts: 'Envio',
  factsText: 'A quem se destina e em que estado está.',
  inDoubt:
    'O servidor de correio recebeu a mensagem, mas a ligação caiu antes da confirmação. A mensagem pode ter chegado e não é enviada outra vez automaticamente. Se a enviar outra vez, pode chegar repetida.',
  waits: {
    unit: 'Esta unidade não tem servidor de e-mail. O que está “Em fila” aguarda e sai sozinho quando um servidor estiver configurado e o remetente confirmado.',
    staff:
      'Esta instalação não tem servidor de e-mail. O que está “Em fila” aguarda, exceto onde a unidade tem servidor próprio, e sai sozinho quando quem opera a instalação indicar um servidor (SMTP_URL e MAIL_FROM).',
    settings: 'Configurar o servidor de e-mail',
    ask: 'Peça a configuração a quem gere a unidade.',
  },
  field: {
    subject: 'Assunto',
    to_address: 'Para',
    state: 'Estado',
    created_at: 'Escrita em',
  },
  state: {
    waiting: 'Em fila',
    sending: 'A enviar',
    sent: 'Enviada',
    in_doubt: 'Entrega incerta',
    failed: 'Falhou',
  },
}
