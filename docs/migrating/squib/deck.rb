require 'squib'

data = Squib.csv file: 'creatures.csv'

Squib::Deck.new(cards: data['name'].size, width: 825, height: 1125, layout: 'layout.yml') do
  background color: '#e8f0e4'
  rect layout: 'frame', stroke_color: '#2f5d50', stroke_width: 6
  circle x: 685, y: 140, radius: 55, fill_color: '#2f5d50', stroke_width: 0
  text str: data['name'], layout: 'title', font: 'Sans Bold'
  text str: data['power'], layout: 'power', font: 'Sans Bold 16', color: 'white'
  text str: data['rules'], layout: 'rules', font: 'Serif'
  save_pdf file: 'pond.pdf', trim: 37.5
end
