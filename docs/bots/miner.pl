#!/usr/bin/perl
# A bot that is a program of its own: reads grubenpost-position.json, writes a move.
#
#     perl miner.pl < grubenpost-position.json > move.txt
#
# It delivers what is complete, else fetches coal for an order, else buys or earns what is missing.
use strict;
use warnings;
use JSON::PP;

my $told = decode_json(do { local $/; <STDIN> });
my $game = $told->{position};
my $pit  = $game->{pits}[ $told->{seat} ];
my $have = $game->{workers}[ $told->{seat} ];
my %vehicle = (B => 'barrow', C => 'carriage', M => 'motorcar', E => 'engine');
my %price   = (y => 1, b => 2, g => 3, k => 4);

print decide(), "\n";

sub decide {
    return "draft " . (split /,/, $game->{draft})[0] if $game->{phase} eq 'draft';
    return keep() if $game->{phase} eq 'choose';
    return deliver() || mine() || take_order() || buy() || money() || 'bank';
}

sub workers_for { ($game->{spaces}{ $_[0] } || [ 0, 0 ])->[1] + 1 }    # one more than stand there

sub orders {    # each as its card, and the letters of its free spots
    map { my ($card, $free) = split /:/; [ $card, $free // ($card =~ /-(.*)/)[0] ] }
        split /,/, $pit->{orders};
}

sub keep {      # the first card; no tile, which would cost money
    my ($first, @rest) = split /,/, $game->{drawn};
    return join ' ', 'keep none, bottom', $first, @rest if $game->{drawn_at} eq 'factory';
    return "keep $first" . (@rest ? ", bottom @rest" : '');
}

sub deliver {
    for my $order (grep { $_->[1] eq '' } orders()) {
        my $by = $vehicle{ substr $order->[0], 0, 1 };
        return "deliver $by" if workers_for("delivery $by") <= $have;
    }
    return;
}

sub mine {      # one cube for an order: down, load, up, fill
    return if workers_for('mining 6') > $have;
    my @up = $pit->{depth} ? ('to top') : ();
    for my $order (orders()) {
        for my $spot (split //, $order->[1]) {
            return "mine 6: fill $order->[0] $spot from store" if $pit->{storage} =~ $spot;
            return 'mine 6: ' . join ', ', @up, "fill $order->[0] $spot" if $pit->{cage} =~ $spot;
            my @loaded = split /,/, $pit->{loaded}, -1;
            next if $loaded[ index 'ybgk', $spot ] !~ $spot or length $pit->{cage} > 4;
            return 'mine 6: ' . join ', ', @up, "to $spot", "load $spot", 'to top', "fill $order->[0] $spot";
        }
    }
    return;
}

sub take_order {
    return if orders() > 1;
    my @cards = split /,/, $game->{cards}, -1;
    my @space = grep { $cards[ $_ - 1 ] && workers_for("orders $_") <= $have } 1 .. @cards;
    return @space ? "order $space[0]" : undef;
}

sub buy {       # a tile in a colour that an order lacks
    my $lacking = join '', map { $_->[1] } orders();
    my @tiles = split /,/, $game->{tiles}, -1;
    for my $space (1 .. @tiles) {
        my ($colour, $lorries) = $tiles[ $space - 1 ] =~ /^(.)(.)/ or next;
        next if $lacking !~ $colour or $game->{coal}[ index 'ybgk', $colour ] < $lorries;
        next if $lorries * $price{$colour} > $pit->{money} or workers_for("factory $space") > $have;
        return "factory $space";
    }
    return;
}

sub money {
    return workers_for('money 6') <= $have ? 'money 6' : undef;
}
