import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Iniciar sessão',
  at: 'em {{unit}}',
  field: { email: 'E-mail', password: 'Palavra-passe' },
  showPassword: 'Mostrar a palavra-passe',
  submit: 'Iniciar sessão',
  forgot: 'Esqueci-me da palavra-passe',
  passkey: {
    or: 'ou',
    use: 'Usar uma chave de acesso',
    none: 'Não foi usada nenhuma chave de acesso. Entre com e-mail e palavra-passe, ou tente de novo.',
  },
  enterWith: 'Iniciar sessão com {{name}}',
  register: { without: 'Ainda não tem conta?', link: 'Registe-se' },
  throttled: 'Demasiadas tentativas sem sucesso.',
  retryIn: 'Pode tentar novamente dentro de {{time}}.',
  retryNow: 'Já pode tentar novamente.',
  whomToAsk: 'Se se esqueceu da palavra-passe, peça uma ligação em “Esqueci-me da palavra-passe”.',
  panel: {
    title: 'Os seus relatórios, com boa luz.',
    text: 'Um lugar calmo para ler o que importa: cada pessoa vê as suas próprias linhas, sempre atualizadas.',
  },
  domain: {
    title: 'Este endereço não é de ninguém',
    text: 'Nenhuma unidade de negócio responde em {{host}}. Verifique o endereço que recebeu ou fale com quem o enviou.',
  },
  address: {
    title: 'Acesso não permitido a partir deste local',
    text: 'Endereço IP não permitido!',
    advice:
      'A sua unidade de negócio só aceita ligações de redes conhecidas. Se deveria ter acesso a partir daqui, indique este endereço ao administrador.',
  },
  popup: {
    title: 'O navegador bloqueou a janela',
    text: 'Permita janelas pop-up para este site e tente novamente. O aviso costuma estar ao lado da barra de endereço.',
    how: 'Escolha o seu navegador e siga os passos. Depois, volte atrás e tente novamente.',
    yours: 'O seu navegador',
    blocker: 'Um bloqueador de anúncios também pode impedir a janela: desative-o para este site.',
    steps: {
      chrome:
        'No computador: clique no ícone de janela bloqueada à direita da barra de endereço, escolha “Permitir sempre pop-ups” e clique em Concluído. No telemóvel: menu ⋮ › Definições › Definições do site › Pop-ups e redirecionamentos.',
      edge: 'Clique no ícone de janela bloqueada na barra de endereço, escolha “Permitir sempre” e recarregue a página. Para todas as janelas: Definições › Cookies e permissões de sites › Pop-ups e redirecionamentos.',
      firefox:
        'Na barra amarela no topo da página, abra Opções (ou Preferências) e permita as janelas deste site. Para todas as janelas: Definições › Privacidade e segurança › Permissões.',
      safari:
        'No Mac: Safari › Definições › Sites › Janelas pop-up, e escolha Permitir para este site. No iPhone e no iPad: Definições › Apps › Safari, e desative Bloquear pop-ups.',
      opera: 'Clique no ícone de janela bloqueada na barra de endereço e permita as janelas deste site.',
    },
  },
  toFaq: 'Perguntas frequentes',
  toSignIn: 'Ir para o início de sessão',
  toPortal: 'Voltar ao portal',
  first: {
    title: 'Primeira conta da plataforma',
    text: 'Esta conta opera toda a plataforma. A ligação só serve uma vez.',
    name: 'Nome',
    passwordHelp: 'Pelo menos 8 caracteres. Uma frase longa é melhor do que símbolos.',
    submit: 'Criar a conta',
    done: 'Conta criada. Já pode iniciar sessão.',
  },
} satisfies Phrases<typeof ptBR>
