export default {
  forgot: {
    title: 'Esqueci a senha',
    text: 'Informe o seu e-mail. Você receberá um link para escolher uma nova senha.',
    submit: 'Enviar o link',
    sent: 'E-mail de recuperação de senha enviado',
    sentText:
      'Se houver uma conta com {{email}} aqui, o link chega em instantes e vale por 60 minutos. Olhe também na caixa de spam.',
    another: 'Usar outro e-mail',
  },
  set: {
    title: 'Escolha a sua senha',
    text: 'Para {{email}}.',
    password: 'Nova senha',
    repeat: 'Repita a nova senha',
    differs: 'As duas senhas não são iguais.',
    submit: 'Salvar a senha',
    done: 'Senha salva. Entre com ela.',
    askAgain: 'Pedir outro link',
    lost: 'O link não vale mais',
  },
  rules: {
    title: 'A senha precisa ter',
    length: 'pelo menos {{count}} caracteres',
    capital: 'uma letra maiúscula',
    special: 'um caractere especial, como ! ou #',
    common: 'Senhas muito comuns e as feitas do seu nome ou e-mail são recusadas.',
    expires_one: 'A senha vale por {{count}} dia.',
    expires_other: 'A senha vale por {{count}} dias.',
    met: 'cumprido',
    unmet: 'falta',
  },
}
